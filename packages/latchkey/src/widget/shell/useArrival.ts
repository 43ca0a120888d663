import { type RefObject, useLayoutEffect } from 'react'
import { flyLogo } from '../../ui/walletimage/flyLogo.ts'

/** Lets the picture inside `root` come from where the view that is leaving had the same one, once, as this view is entered. */
export function useArrival(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const logo = root.current?.querySelector<HTMLElement>('.logo')
    const shell = root.current?.closest<HTMLElement>('.shell')
    const before = shell?.querySelector<HTMLElement>('.shell-view[data-was]')
    if (!logo || !shell || !before) return
    const [left = 0, top = 0] = (before.dataset.was ?? '').split(' ').map(Number)
    // The card is narrower than one that stands side by side, and cuts off what is outside.
    const sky = shell.closest('dialog') ?? shell
    return flyLogo({ logo, before, was: { left, top }, sky })
  }, [root])
}
