import type { Generated } from 'kysely'

/** The tables of the names room; `migration.ts` and `holdersMigration.ts` make them. */
export interface NameTables {
  names: {
    /** `latch.eth`: another setting does not carry the names over to another zone. */
    zone: string
    /** The part before the zone, in normal form. */
    label: string
    /** What the label looks like; two that look alike cannot both be had (T66). */
    skeleton: string
    /** In lower case. */
    address: string
    /** JSON text. */
    attributes: string
    /** Milliseconds since 1970. */
    registered_at: number
    updated_at: number
    /** Since when its holder goes by it; null: since it registered it; 0: another account handed it over. */
    named_at: Generated<number | null>
  }
  /** Nonces that were used; those not used leave no trace. */
  name_nonces: {
    nonce: string
    used_at: number
  }
}
