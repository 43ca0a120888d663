import type { Page } from '@playwright/test'

const arriving = Symbol('arriving')
type Marked = Page & { [arriving]?: boolean }

/** Says that a page is as it was when it had just been opened (together.ts). */
export function markArriving(page: Marked): void {
  page[arriving] = true
}

/** Whether a test has not gone anywhere yet on a page that is shared. */
export function isArriving(page: Marked): boolean {
  return page[arriving] === true
}

/** Whether a page need not go to an address, because it has just arrived there. It has so once. */
export function hasArrived(page: Marked, url: string): boolean {
  const isNew = page[arriving] === true
  page[arriving] = false
  return isNew && page.url() === url
}
