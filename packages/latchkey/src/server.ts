/** `latchkey/server`: sign-in, payments and sponsoring for a host's own backend. Runs wherever `Request`, `Response` and `fetch` do. */

export { parseSignInMessage } from './contract/parseSignInMessage.ts'
export type { PaymentEvent, PaymentReceipt, WireOwnPayment } from './contract/payments.ts'
export { formatSignInMessage, type SignInMessage } from './contract/signInMessage.ts'
export type { PaymentRequirements } from './contract/x402.ts'
export type { ExpectedSignIn } from './server/checkSignInMessage.ts'
export type { ServerSession, SessionPair } from './server/createSessions.ts'
export { createSignIn, type HasCookies, type SignIn } from './server/createSignIn.ts'
export type { SignInFormats } from './server/formatOf.ts'
export type { ServicesAccess } from './server/payments/callServices.ts'
export {
  createPayments,
  type Idempotent,
  type NewPayment,
  type NewRefund,
  type Payments,
  type ProposedRefund,
  type WebhookDelivery,
} from './server/payments/createPayments.ts'
export {
  type PaidHandler,
  type PaidRequestOptions,
  type PaidRoute,
  type RequestPayment,
  type RequestPrice,
  requirePayment,
} from './server/payments/requirePayment.ts'
export type { WebhookClaim } from './server/payments/verifyMessage.ts'
export {
  type ReceiptRefusal,
  type ReceiptRules,
  type ReceiptVerdict,
  verifyReceipt,
} from './server/payments/verifyReceipt.ts'
export {
  verifyWebhook,
  type WebhookRefusal,
  type WebhookVerdict,
} from './server/payments/verifyWebhook.ts'
export type { SignInRefusal } from './server/refusal.ts'
export type { SignInOptions } from './server/signInOptions.ts'
export type { SignInStore } from './server/signInStore.ts'
export {
  createSponsor,
  type SponsoredCall,
  type SponsoredOperation,
  type Sponsoring,
  type SponsorOptions,
} from './server/sponsor/createSponsor.ts'
export {
  type NodeRequest,
  type NodeResponse,
  type RequestHandler,
  toNodeHandler,
} from './server/toNodeHandler.ts'
export { type SignInClaim, type SignInRpc, type SignInVerdict, verifySignIn } from './server/verifySignIn.ts'
