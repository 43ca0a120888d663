import * as v from 'valibot'

/** The types that an account of an embedded wallet can have (SPEC §6 "Account types"). */
export const ownAccountTypeSchema = v.picklist(['eoa', 'smartAccount'])
