import { OpenSends } from './OpenSends.tsx'
import { ReceiverDetails } from './ReceiverDetails.tsx'
import { SentBefore } from './SentBefore.tsx'

/** What the form says of receivers: fetched once it is drawn, in time for the first letter. */
export const receiverCare = { ReceiverDetails, SentBefore, OpenSends } as const

export type ReceiverCare = typeof receiverCare
