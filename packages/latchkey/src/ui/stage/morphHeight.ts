import { prefersReducedMotion } from './prefersReducedMotion.ts'

const duration = 200

/** Animates the card from its old height to the new one whenever its content changes size; `allowed` is asked each time. */
export function morphHeight(card: HTMLElement, content: HTMLElement, allowed: () => boolean): () => void {
  let known = 0
  let running: Animation | undefined
  const observer = new ResizeObserver(() => {
    const before = known
    known = content.offsetHeight
    if (known === before) return
    const shown = running?.playState === 'running' ? card.offsetHeight : undefined
    running?.cancel()
    // From nothing is the opening, which has its own motion.
    if (before === 0 || known === 0 || !allowed() || prefersReducedMotion(card)) return
    const around = card.offsetHeight - card.clientHeight + verticalPadding(card)
    const [from, to] = [shown ?? before + around, known + around]
    if (Math.abs(to - from) < 2) return
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
