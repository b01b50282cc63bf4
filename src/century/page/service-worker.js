// Shows push messages: {title, text, table}. A click opens the table.
addEventListener("push", (event) => {
  const { title, text, table } = event.data.json();
  const options = { body: text, tag: table, icon: "/static/icon.svg", data: { table } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(`/#table=${event.notification.data.table}`));
});

async function openTable(address) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => url.endsWith(address));
  return open ? open.focus() : clients.openWindow(address);
}
