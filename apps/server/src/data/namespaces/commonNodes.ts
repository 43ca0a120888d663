import { rpcRefusal } from 'latchkey/services'
import type { NodeLanguage } from './nodeLanguage.ts'

const constants: ReadonlySet<string> = new Set()
/** Unknown, internal, over its limit. */
const retryable: ReadonlySet<number> = new Set([-1, rpcRefusal.internal, rpcRefusal.limit])

/** What the languages share that have no constants and no error codes of their own. */
export const commonNodes: Pick<NodeLanguage, 'constants' | 'retryable'> = { constants, retryable }
