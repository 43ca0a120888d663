import { limits } from '../../contract/limits.ts'
import type { OrderWindow } from '../../engine/nouns/orders/orders.ts'

/**
 * Opens a blank window for the page of an on-ramp or an exchange, 480 by 720 over the middle of the page. Call it in the task of the click, before
 * anything is awaited, or the browser refuses it and the result is undefined. Its `opener` is cut while it is still blank, so that the page it is sent to
 * cannot reach this one (T20).
 */
export function openOrderWindow(words: string, page: Window = window): OrderWindow | undefined {
  const width = limits.orderWidth
  const height = limits.orderHeight
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
  } catch {
    // A window whose opener stays is not sent anywhere.
  }
  if (made.opener !== null) {
    made.close()
    return undefined
  }
  try {
    made.document.title = words
    made.document.body.textContent = words
  } catch {
    // Nothing is to be read in it then.
  }
  let isOurs = true
  return {
    go(url) {
      if (made.closed || !isOurs) return false
      isOurs = false
      made.location.replace(url)
      return true
    },
    close() {
      if (isOurs) made.close()
      isOurs = false
    },
  }
}
