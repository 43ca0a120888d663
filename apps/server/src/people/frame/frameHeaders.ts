import { browserFeatures } from './browserFeatures.ts'
import type { ClearableData } from './readFrameSettings.ts'

/** Returns the headers of the wallet's page: what it may load, reach, and be embedded in (T02, T06, T13, T14, T16, T17). */
export function frameHeaders(options: {
  /** CSP sources of the pages that may embed it; an empty list: no page. */
  readonly ancestors: readonly string[]
  readonly services: string
  readonly inlineHashes: readonly string[]
  /** Whether a page asked for it, to show it in itself. */
  readonly isFramed: boolean
  readonly forget: readonly ClearableData[]
}): Record<string, string> {
  const { ancestors, services, inlineHashes, isFramed, forget } = options
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes].join(' '),
    `connect-src ${services}`,
    "img-src 'self'",
    "worker-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ancestors.length === 0 ? "frame-ancestors 'none'" : `frame-ancestors ${ancestors.join(' ')}`,
    // Whatever the page around gives its iframe, this much and no more: it neither moves that page nor downloads.
    ...(isFramed
      ? ['sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox']
      : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': permissions,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A page that is isolated from others may show it, too.
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
    vary: 'Sec-Fetch-Dest, Sec-Fetch-Site',
    ...(forget.length > 0 && { 'clear-site-data': forget.map(word => `"${word}"`).join(', ') }),
  }
}

/** Two years, so that it may stand on the list that browsers come with. */
export const transportSecurity = 'max-age=63072000; includeSubDomains'

/** What comes with words that are no page of the wallet's. */
export const bareHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** What the wallet's own files come with. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Their names hold the hash of their content.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
}

const used: ReadonlySet<string> = new Set([
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
])
const permissions = browserFeatures.map(name => `${name}=${used.has(name) ? '(self)' : '()'}`).join(', ')
