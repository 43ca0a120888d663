import { createHmac } from 'node:crypto'

/** The secrets of a webhook. */
export interface WebhookSecrets {
  readonly secret: string
  readonly oldSecret: string | null
  readonly oldUntil: number | null
}

/** The headers of a message as Standard Webhooks has them: one signature for each secret that holds. `now` is milliseconds since 1970. */
export function signMessage(
  message: { readonly id: string; readonly body: string },
  { secret, oldSecret, oldUntil }: WebhookSecrets,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const secrets = [secret, ...(oldSecret !== null && oldUntil !== null && now < oldUntil ? [oldSecret] : [])]
  const signatures = secrets.map(each => {
    const key = Buffer.from(each.replace(/^whsec_/, ''), 'base64')
    const mac = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
