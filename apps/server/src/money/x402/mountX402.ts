import type { Hono } from 'hono'
import { getX402Supported, postX402Settle, postX402Verify } from 'latchkey/services'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { requireSecret } from '../../projects/requireSecret.ts'
import type { Facilitator } from './makeFacilitator.ts'

/** Puts the facilitator's calls on the app. Without one, nothing is supported and everything is refused. */
export function mountX402(
  app: Hono<AppTypes>,
  ctx: ServicesContext & { readonly facilitator: Facilitator | undefined },
): void {
  const { facilitator } = ctx
  // Software of others puts these words behind a facilitator's URL, and has no place for a query. It follows with method, body and secret.
  app.on(['GET', 'POST'], '/v1/x402/:project/:call{supported|verify|settle}', c => {
    const { project, call } = c.req.param()
    return c.redirect(`../${call}?projectId=${encodeURIComponent(project)}`, 307)
  })
  mountProjectRoute(app, getX402Supported, ctx, () => ({
    kinds: (facilitator?.networks ?? []).map(network => ({
      x402Version: 2 as const,
      scheme: 'exact' as const,
      network,
      extra: { assetTransferMethods: ['eip3009'] },
    })),
    extensions: [],
    signers: Object.fromEntries(
      (facilitator?.networks ?? []).map(network => [network, [facilitator?.address ?? '']]),
    ),
  }))
  mountProjectRoute(app, postX402Verify, ctx, async ({ body }, project, c) => {
    await requireSecret(ctx, project, c)
    const { paymentPayload: payment, paymentRequirements: requirements } = body
    const payer = 'authorization' in payment.payload ? payment.payload.authorization.from : undefined
    const named = payer === undefined ? {} : { payer }
    if (facilitator === undefined) return { isValid: false, invalidReason: 'invalid_network', ...named }
    const verified = await facilitator.verify(payment, requirements)
    return 'reason' in verified
      ? { isValid: false, invalidReason: verified.reason, ...named }
      : { isValid: true, ...named }
  })
  mountProjectRoute(app, postX402Settle, ctx, async ({ body }, project, c) => {
    await requireSecret(ctx, project, c)
    const { paymentPayload: payment, paymentRequirements: requirements } = body
    const idempotencyKey = readIdempotencyKey(c)
    if (facilitator === undefined)
      return {
        success: false,
        errorReason: 'invalid_network',
        transaction: '',
        network: requirements.network,
      }
    return facilitator.settle({ project: project.id, payment, requirements, idempotencyKey })
  })
}

function readIdempotencyKey(c: AppContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,128}$/.test(key))
    throw new RouteFault('REQUEST_INVALID', {
      reasons: [{ name: 'Idempotency-Key', description: 'Expected 1 to 128 visible characters' }],
    })
  return key
}
