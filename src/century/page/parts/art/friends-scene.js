// A camp in the desert, where travellers meet: the picture beside the invitation of friends.
import { dunes } from "./landscape.js";
import { Put, seededRandom } from "./symbols.js";
import { html } from "../../lib/ui.js";

function draw() {
  const random = seededRandom("friends");
  return html`<svg class="landscape dawn friends-scene" viewBox="0 0 240 64" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <rect fill="var(--sky)" width="240" height="64" /><rect fill="var(--haze)" y="22" width="240" height="42" />
    <circle fill="var(--sun)" cx="176" cy="30" r="10" /><${Put} id="art-cloud" x="60" y="16" size=".7" />
    <path fill="var(--far)" d=${dunes(random, 40, 8, 240)} /><path fill="var(--mid)" d="M-10 52C50 42 150 50 250 44V64H-10z" />
    <${Put} id="art-palm" x="24" y="52" size="1.1" /><${Put} id="art-palm" x="34" y="53" size=".85" width="-.85" /><${Put} id="art-tent" x="70" y="54" size="1.5" /><${Put} id="art-tent" x="108" y="52" size="1.1" />
    <${Put} id="art-camel" x="142" y="55" size="1" width="-1" /><${Put} id="art-camel" x="184" y="54" size=".9" /><${Put} id="art-palm" x="218" y="56" size="1.2" />
    <path fill="var(--near)" d="M-10 60C60 52 160 62 250 56V64H-10z" /></svg>`;
}

const scene = draw();

export const FriendsScene = () => scene;
