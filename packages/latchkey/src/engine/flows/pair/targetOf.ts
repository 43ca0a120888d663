import type { LinkPlatform } from '../../base/linkPlatform.ts'

/** Where a link is opened: pages beside this one, apps in its place (SPEC-NOTES §2 "Deep links"). */
export function targetOf(href: string, { telegram, framed }: LinkPlatform): '_blank' | '_self' | '_top' {
  if (telegram) return '_blank'
  if (framed) return '_top'
  return isWeb(href) ? '_blank' : '_self'
}

/** Whether a link leads to a page rather than to an app. */
export function isWeb(link: string): boolean {
  return /^https?:/i.test(link)
}
