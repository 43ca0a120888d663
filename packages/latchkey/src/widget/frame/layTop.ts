/** CSS pixels from the card's upper edge to an element in it, by layout: an entrance animation does not count. */
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
