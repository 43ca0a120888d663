import * as v from 'valibot'
import type { CaipAddress } from './caip.ts'
import { parseCaipAddress } from './parseCaip.ts'

/** An account as CAIP-10 on the wire. */
export const caip10Schema = v.custom<CaipAddress>(value => {
  try {
    return parseCaipAddress(value as string) !== undefined
  } catch {
    return false
  }
})
