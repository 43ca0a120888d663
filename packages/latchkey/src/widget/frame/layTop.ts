/** CSS pixels from the card's upper edge to an element in it, as it is laid out: what moves in on its way is not counted. */
export function layTop(element: HTMLElement): number {
  let top = 0
  for (
    let each: Element | null = element;
    each instanceof HTMLElement && !each.classList.contains('stage-card');
    each = each.offsetParent
  )
    top += each.offsetTop
  return top
}
