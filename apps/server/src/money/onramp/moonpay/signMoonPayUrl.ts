import { createHmac } from 'node:crypto'

/** The URL with MoonPay's signature behind it: HMAC-SHA256 of its query with the question mark, as base64; none of the page's parameters can be changed then. */
export function signMoonPayUrl(url: URL, secret: string): string {
  const signature = createHmac('sha256', secret).update(url.search).digest('base64')
  return `${url.href}&signature=${encodeURIComponent(signature)}`
}
