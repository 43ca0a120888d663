import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { createSender, type SendDue } from './createSender.ts'
import { makeWebhookFetch } from './makeWebhookFetch.ts'

/** What sends messages to the webhooks of projects: `oneOf(ctx, makeSender)`. */
export function makeSender(ctx: ServicesContext): SendDue {
  const { store, now, log } = ctx
  return createSender({ store, now, log, fetchWebhook: oneOf(ctx, makeWebhookFetch) })
}
