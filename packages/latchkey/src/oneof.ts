/**
 * `latchkey/oneof`: the one thing of a kind that an owner has. Only in the repository, for the wallet's own page: it is not
 * published.
 */
export { giveOne, oneOf } from './engine/base/oneOf.ts'
