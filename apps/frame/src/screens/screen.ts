import type { FrameOwnScreen, FrameScreen } from 'latchkey/services'
import type { ComponentType } from 'react'
import type { Frame } from '../frame.ts'

export type ScreenName = FrameScreen | FrameOwnScreen

/** What a screen is given. */
export interface ScreenProps {
  readonly frame: Frame
  /** What came with the wish to show it; from a page, so nothing of it is to be believed unread. */
  readonly data: unknown
  /** The visitor is through with it. */
  done(): void
  /** The visitor leaves it. */
  close(): void
}

/** A screen as its chunk exports it. */
export interface ScreenModule {
  readonly Screen: ComponentType<ScreenProps>
  /** CSS pixels that the card keeps free until the screen was measured. */
  readonly size: number
}

export type ScreenLoader = () => Promise<ScreenModule>
