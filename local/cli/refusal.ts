/** A command cannot do what it was asked. The message is for the person at the keyboard; no stack is shown. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
