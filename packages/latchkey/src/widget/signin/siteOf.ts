import type { Metadata } from '../../contract/options.ts'

/** What the page calls itself; else its host. */
export function siteOf(metadata: Metadata | undefined): {
  readonly name: string
  readonly icon: string | undefined
} {
  return { name: metadata?.name ?? location.host, icon: metadata?.icons?.[0] }
}
