import type { NamespaceFacts } from '../../../contract/namespaceFacts.ts'

/** How the ids of one namespace compare: all that reading a history needs of its facts. */
export type IdFacts = Pick<NamespaceFacts, 'addresses' | 'tokens' | 'transactions'>
