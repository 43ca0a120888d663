import { createHmac } from 'node:crypto'

/** Signs a body for a URL as Meld does. @returns the two headers. */
export function signDelivery(options: {
  secret: string
  url: string
  body: string
  /** Milliseconds since the epoch. */
  at: number
}): Readonly<Record<'meld-signature' | 'meld-signature-timestamp', string>> {
  const timestamp = new Date(options.at).toISOString()
  const text = `${timestamp}.${options.url}.${options.body}`
  const digest = createHmac('sha256', options.secret).update(text).digest('base64')
  return {
    'meld-signature-timestamp': timestamp,
    // With padding, which Node's base64url leaves out.
    'meld-signature': digest.replaceAll('+', '-').replaceAll('/', '_'),
  }
}
