import type * as Jose from 'jose'
import { lazyLibrary } from './lazyLibrary.ts'

/** Tokens and proofs of keys. */
export const jose = lazyLibrary<typeof Jose>('jose')
