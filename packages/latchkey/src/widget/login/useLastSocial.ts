import { useState } from 'react'
import type { SocialMethod } from '../../contract/loginNames.ts'
import { lastSocial } from '../../engine/flows/login/lastSocial.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The method of the last login in this browser. */
export function useLastSocial(): SocialMethod | undefined {
  const { storage } = useWidget().engine.ctx
  return useState(() => storage.readNow(lastSocial))[0]
}
