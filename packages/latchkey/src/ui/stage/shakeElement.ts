import { prefersReducedMotion } from './prefersReducedMotion.ts'

const duration = 500

/** Refuses visibly for 500 ms (SPEC §9): a shake, or an outline that flashes where motion is unwanted or `still` is asked. */
export function shakeElement(element: HTMLElement, still = false): void {
  for (const animation of element.getAnimations()) if (animation.id === 'shake') animation.cancel()
  const frames: Keyframe[] =
    still || prefersReducedMotion(element)
      ? [{ outline: '3px solid var(--lk-danger)' }, { outline: '3px solid transparent' }]
      : [0, -8, 7, -5, 4, -2, 0].map(x => ({ transform: `translateX(${x}px)` }))
  element.animate(frames, { id: 'shake', duration, easing: 'ease-out' })
}
