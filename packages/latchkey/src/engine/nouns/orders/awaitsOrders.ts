import type { StoredKey } from '../../base/stored.ts'

/** `@latchkey/<id>/awaitsOrders`: whether an order was not over when it was last looked at, so that the next document follows it (T73). */
export const awaitsOrders: StoredKey<boolean> = {
  name: 'awaitsOrders',
  version: 1,
  parse: data => (typeof data === 'boolean' ? data : undefined),
}
