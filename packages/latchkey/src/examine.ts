/** `latchkey/examine`: what is wrong with how an open card is laid out, for tests in a page. Only in the repository: it is not published. */
export { examineCard } from './widget/fixtures/examineCard.ts'
