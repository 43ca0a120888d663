import type { Verification } from '@latchkey/testing/phone'
import { useState } from 'react'
import type { Peer } from '../wallet/phoneState.ts'

/** A site's picture, or its first letter where there is none that can be had. */
export function PeerIcon({ peer, size }: { readonly peer: Peer; readonly size: number }) {
  const [isBroken, setBroken] = useState(false)
  if (!peer.icon || isBroken) {
    return (
      <span className="peer-letter" aria-hidden="true" data-size={size}>
        {[...(peer.name || '?')][0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className="peer-icon"
      src={peer.icon}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}

export declare namespace PeerCard {
  interface Props {
    readonly peer: Peer
    readonly verification: Verification
    /** The name that a message signs in to, where it differs from where the site is. */
    readonly otherDomain?: string | undefined
  }
}

/** The requesting site: its name, its claimed address, and its verification (T94). */
export function PeerCard({ peer, verification, otherDomain }: PeerCard.Props) {
  return (
    <section className="peer" aria-label="Who asks">
      <PeerIcon peer={peer} size={48} />
      <div>
        <p className="peer-name">{peer.name || 'Unnamed site'}</p>
        <p className="peer-origin">{peer.origin ?? 'Address unknown'}</p>
      </div>
      <Standing peer={peer} verification={verification} />
      {otherDomain !== undefined && (
        <p className="flag" data-kind="danger">
          <Mark /> Does not match: it says it is at {peer.origin ?? 'no address'}, and wants you to sign in to{' '}
          {otherDomain}.
        </p>
      )}
    </section>
  )
}

function Standing({ peer, verification }: PeerCard.Props) {
  switch (verification.validation) {
    case 'VALID':
      return (
        <p className="flag" data-kind="good">
          <Tick /> Verified: {verification.origin}. The services of the relay saw that page ask. Its name and
          picture are its own words.
        </p>
      )
    case 'INVALID':
      return (
        <p className="flag" data-kind="danger">
          <Mark /> Does not match: it says it is at {peer.origin ?? 'no address'}, but its request came from{' '}
          {verification.origin}.
        </p>
      )
    case 'UNKNOWN':
      return (
        <p className="flag" data-kind="warning">
          <Mark /> Not verified: no one has checked that this site is genuine. Compare it with the page you
          came from.
        </p>
      )
  }
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="m3 8.5 3.5 3.5L13 4.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1.5 15 14H1z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M8 6v4m0 2v.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
