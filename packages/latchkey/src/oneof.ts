/**
 * `latchkey/oneof`: one instance of a thing for each owner. Only in the repository, for the wallet's own page: it is not
 * published.
 */
export { giveOne, oneOf } from './engine/base/oneOf.ts'
