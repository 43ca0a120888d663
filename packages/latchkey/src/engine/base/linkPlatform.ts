/** Where the widget runs. */
export interface LinkPlatform {
  readonly os: 'ios' | 'android' | 'desktop'
  /** Inside Telegram's own browser. */
  readonly telegram: boolean
  /** Inside a frame of another page. */
  readonly framed: boolean
  /** The page's address. Default: as the browser shows it, at the time of use. */
  readonly page?: string
}

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

/** Whether wallets are apps here rather than extensions. Outside a browser there is no phone. */
export function isPhone(): boolean {
  return globalThis.window?.navigator !== undefined && linkPlatform(window).os !== 'desktop'
}
