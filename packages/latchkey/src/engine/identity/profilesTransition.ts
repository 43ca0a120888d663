import type { CaipAddress } from '../../contract/caip.ts'

/** Who an account is to other people; what is not known is absent. */
export interface Profile {
  readonly name?: string
  /** A `blob:` URL of this page. */
  readonly image?: string
}

export type ProfileEvent =
  | { readonly type: 'known'; readonly caip10: CaipAddress; readonly profile: Profile }
  | { readonly type: 'failed'; readonly caip10: CaipAddress }

export type Profiles = Readonly<Record<string, Profile>>

/**
 * Profiles by CAIP-10 address. A look-up that failed clears the name, and the image except on chain 1 (SPEC §7
 * "Handling of answers").
 */
export function profilesTransition(state: Profiles, event: ProfileEvent): Profiles {
  const { [event.caip10]: before, ...others } = state
  const image = event.caip10.startsWith('eip155:1:') ? before?.image : undefined
  const profile = event.type === 'known' ? event.profile : { ...(image !== undefined && { image }) }
  const isSame = before?.name === profile.name && before?.image === profile.image
  return isSame ? state : { ...others, [event.caip10]: profile }
}
