// Choosing a person fills the form without a request to the server.
const email = document.querySelector('#email')
const password = document.querySelector('#password')
const persons = [...document.querySelectorAll('.person')]

function showChosen() {
  const typed = email.value.trim().toLowerCase()
  for (const person of persons) person.setAttribute('aria-pressed', String(person.value === typed))
}

for (const person of persons) {
  person.addEventListener('click', (event) => {
    event.preventDefault()
    email.value = person.value
    password.value = person.dataset.password
    showChosen()
    document.querySelector('#continue').focus()
  })
}
email.addEventListener('input', showChosen)
