/**
 * Events that end at our host element, and what they would do on the page behind a modal:
 * - pointerdown, mousedown, touchstart, click, touchend: "click outside" closes the host's own dialog or menu;
 * - focusin, focusout: a host's focus trap pulls focus back out of ours;
 * - keydown, keyup, keypress: single-key shortcuts fire while a visitor types, since the page sees a plain `div`;
 * - wheel, touchmove: scroll locks prevent them at the document, and our lists would not scroll;
 * - copy, cut, paste: a page that rewrites the clipboard would rewrite an address.
 * Moves, pointerup, mouseup and input events pass, so idle timers and session keepers see that the visitor is there;
 * listeners in the capture phase (analytics) see everything. Our own handlers sit deeper and have run by then.
 */
const modalTypes = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'touchend',
  'click',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
  'keypress',
  'wheel',
  'touchmove',
  'copy',
  'cut',
  'paste',
]

/** Keeps what happens inside the stage from handlers of the page that would break it. */
export function isolateEvents(
  host: HTMLElement,
  isModal: (event: Event) => boolean,
  signal: AbortSignal,
): void {
  const stop = (event: Event) => {
    // Inline, the card is ordinary content of the page, whose traps and menus must see it; only typing stays inside.
    if (isModal(event) || (event.type.startsWith('key') && isTyping(event))) event.stopPropagation()
  }
  for (const type of modalTypes) host.addEventListener(type, stop, { signal, passive: true })
}

function isTyping(event: Event): boolean {
  const key = event as KeyboardEvent
  return (
    key.composedPath()[0] instanceof HTMLInputElement && (key.key.length === 1 || key.key === 'Backspace')
  )
}
