// The icon before a row of the score sheet: the piece that gives the points.
import { Cube } from "/static/parts/pieces.js";
import { html } from "/static/lib/ui.js";
import { BonusSign, Medal, Outpost } from "./piece-icons.js";

const ICONS = {
  tiles: html`<${Medal} />`, outposts: html`<${Outpost} seat=${0} />`, bonus: html`<${BonusSign} kind="points" />`, cubes: html`<${Cube} letter="G" />`,
};

export const SheetIcon = ({ kind }) => ICONS[kind];
