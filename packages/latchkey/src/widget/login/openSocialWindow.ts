import { limits } from '../../contract/limits.ts'
import type { SocialWindow } from '../../engine/flows/login/socialWindow.ts'

/**
 * Opens the window of a login, in the task of the click, or the browser does not let it; undefined where it did not. Until
 * the wallet has said where it goes, it is empty. Whatever comes into it has nobody who opened it (T20).
 */
export function openSocialWindow(words: string, page: Window = window): SocialWindow | undefined {
  const width = limits.popupWidth
  const height = limits.popupHeight
  // Below zero lies the screen to the left of the first; what lies on none the browser moves.
  const left = Math.round(page.screenX + (page.outerWidth - width) / 2)
  const top = Math.round(page.screenY + (page.outerHeight - height) / 2)
  let opened: Window | null = null
  try {
    opened = page.open('', '', `popup,width=${width},height=${height},left=${left},top=${top}`)
  } catch {
    // A frame without the right to open one.
  }
  if (!opened || opened.closed) return undefined
  const made = opened
  try {
    made.opener = null
    made.document.title = words
    made.document.body.textContent = words
  } catch {
    // Nothing is to be read in it then.
  }
  // From the wallet's page on it belongs to nobody, and browsers neither close nor move it for this page any more.
  let isOurs = true
  return {
    get isClosed() {
      return made.closed && page.document.hasFocus()
    },
    go(url) {
      isOurs = false
      made.location.replace(url)
    },
    focus: () => made.focus(),
    close() {
      if (isOurs) made.close()
    },
  }
}
