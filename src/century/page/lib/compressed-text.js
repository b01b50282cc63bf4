// Texts in an address: compressed, and in letters that need no escaping.

/** Compress a text to letters, digits, "-" and "_". */
export async function encodeText(text) {
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const MOST = 100_000; // bytes of a text; a short code can stand for a very long text

/** The text of such a code. It rejects damaged codes, and texts that are too long. */
export async function decodeText(code) {
  const packed = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await piped(Uint8Array.from(packed, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(bytes);
}

async function piped(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const read = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(read.flatMap((chunk) => [...chunk]));
    size += value.length;
    if (size > MOST) throw new RangeError("the text is too long");
    read.push(value);
  }
}
