"""What every feature of the front needs: requests and answers, rights, messages, buttons, pictures, posting."""
