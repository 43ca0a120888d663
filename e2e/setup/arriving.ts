import type { Page } from '@playwright/test'

/** Pages that are as they were when they had just been opened (together.ts). */
export const arriving = new WeakSet<Page>()
