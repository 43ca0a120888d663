import { limits } from '../../contract/limits.ts'
import type { SocialWindow } from '../../engine/flows/login/socialWindow.ts'

/**
 * Opens the window of a login. Call it in the task of the click, or the browser refuses it and the result is undefined.
 * The window is empty until the wallet names the address to go to. The wallet's page drops the `opener` before it leads on (T20):
 * it first finds the frame in this page, which began the login (decision 050).
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
    made.document.title = words
    made.document.body.textContent = words
  } catch {
    // Nothing is to be read in it then.
  }
  // Once the window leaves for the wallet's page, browsers no longer let this page close or move it.
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
