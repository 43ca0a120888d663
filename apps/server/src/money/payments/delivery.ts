import type { getWebhookDeliveries, RouteResponse } from 'latchkey/services'

/** A message as the wire has it. */
export type WireDelivery = RouteResponse<typeof getWebhookDeliveries>['deliveries'][number]

/** One try to send it: the answer's status, or why there was none. */
export type DeliveryAttempt = WireDelivery['attempts'][number]
