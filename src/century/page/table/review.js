// The review of a finished game: a bot says which turn it prefers, and how much it gains. The viewer asks for it by a button.
import { post } from "../lib/api.js";
import { levels } from "../lib/games.js";
import { classNames, html, signal } from "../lib/ui.js";
import { faultText, parts, t } from "../lib/words.js";
import { Phrase, toPhrases } from "./turn-text.js";

const SMALL = 0.5; // points: below this the bot is as content with the played turn
export const LARGE = 4; // points: from this loss on, a turn is marked as a missed chance

/** `readRecord()` reads the text of the record. */
export function createReview(readRecord) {
  const reviews = signal([]); // {best, lead, loss} by turn, as in POST /api/reviews
  const count = signal(null); // of all turns; null before the review starts
  const fault = signal(null);
  let closed = false;

  /** Read the reviews some turns at a time. A review that was interrupted goes on where it ended. */
  async function explain() {
    fault.value = null;
    count.value ??= 0;
    try {
      const record = await readRecord();
      do {
        const read = await post("/api/reviews", { record, first: reviews.value.length });
        count.value = read.count;
        reviews.value = [...reviews.value, ...read.reviews];
      } while (!closed && reviews.value.length < count.value);
    } catch (error) {
      fault.value = error;
    }
  }

  const close = () => { closed = true; };
  return { reviews, count, fault, explain, close };
}

/** Read the record of a finished table. */
export const readRecordOf = (path) => async () => {
  const answer = await fetch(`${path}/record`);
  if (!answer.ok) throw new Error("no record");
  return answer.text();
};

const BULB = "M9 18h6v2H9zM10 21h4v1.5h-4zM12 2a7 7 0 0 0-4.2 12.6c.8.6 1.2 1.4 1.2 2.4h6c0-1 .4-1.8 1.2-2.4A7 7 0 0 0 12 2z";

/** Starts the review, and shows its progress. */
export function ExplainButton({ table }) {
  const { reviews, count, fault, explain } = table.playback.review;
  if (!levels(table.game.value).length) return null;
  if (count.value === null || fault.value) {
    return html`<button type="button" class="plain step explain" aria-label=${t("replay.explain")} title=${t("replay.explain")} onClick=${explain}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${BULB} /></svg></button>`;
  }
  if (reviews.value.length >= count.value && count.value > 0) return null;
  const label = t("replay.explaining", { n: reviews.value.length, count: count.value });
  return html`<progress class="explaining" max=${count.value || 1} value=${reviews.value.length} aria-label=${label} title=${label}></progress>`;
}

/** The review of the turn with an index. */
export function ReviewNote({ table, index }) {
  const { reviews, count, fault } = table.playback.review;
  if (fault.value) return html`<p class="review fault" role="alert">${faultText(fault.value)}</p>`;
  if (count.value === null) return null;
  const review = reviews.value[index];
  return html`<p class=${classNames("review", review?.loss >= LARGE && "missed")}>${review && reviewText(table, review)}</p>`;
}

const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

function reviewText(table, { best, lead, loss }) {
  if (loss !== null && loss < SMALL) return t("replay.good", { lead: points(lead) });
  const game = table.game.value;
  const turn = toPhrases(game, best, []).map((phrase, i) => html`${i > 0 && ", "}<${Phrase} key=${i} game=${game} phrase=${phrase} kind="chosen" />`);
  if (loss === null) return parts("replay.rather", { turn: html`<span>${turn}</span>` });
  return parts(loss >= LARGE ? "replay.missed" : "replay.better", { turn: html`<span>${turn}</span>`, gain: points(loss) });
}
