import { prefersReducedMotion } from './prefersReducedMotion.ts'

const duration = 200

/** Animates the card from its old height to the new one whenever its content changes size; `allowed` is asked each time. */
export function morphHeight(card: HTMLElement, content: HTMLElement, allowed: () => boolean): () => void {
  let known = 0
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const from = running?.playState === 'running' ? card.offsetHeight : known
    const to = content.offsetHeight + card.offsetHeight - card.clientHeight + verticalPadding(card)
    const moved = to !== known
    known = content.offsetHeight === 0 ? 0 : to
    if (!moved) return
    running?.cancel()
    // From nothing is the opening, which has its own motion.
    if (from === 0 || known === 0 || Math.abs(to - from) < 2 || !allowed() || prefersReducedMotion(card))
      return
    running = card.animate([{ blockSize: `${from}px` }, { blockSize: `${to}px` }], {
      duration,
      easing: 'cubic-bezier(.2,.8,.2,1)',
    })
  })
  observer.observe(content)
  return () => {
    observer.disconnect()
    running?.cancel()
  }
}

function verticalPadding(card: HTMLElement): number {
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(card)
  return Number.parseFloat(paddingBlockStart) + Number.parseFloat(paddingBlockEnd)
}
