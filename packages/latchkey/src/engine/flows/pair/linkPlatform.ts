import type { LinkPlatform } from './walletLinks.ts'

const telegramMarks = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'] as const

/** What this page runs in, as far as links are concerned. */
export function linkPlatform(page: Window = window): LinkPlatform {
  const { userAgent, maxTouchPoints } = page.navigator
  // An iPad says it is a Mac, which has no touch screen.
  const isApple = /iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const marks = page as unknown as Readonly<Record<string, unknown>>
  return {
    os: isApple ? 'ios' : /Android/i.test(userAgent) ? 'android' : 'desktop',
    telegram: telegramMarks.some(mark => marks[mark] !== undefined),
    framed: page.parent !== page,
  }
}
