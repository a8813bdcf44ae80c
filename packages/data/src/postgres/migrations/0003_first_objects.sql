-- What a new site has: the built-in roles, its settings, an empty menu.
insert into plinth.objects (id, kind, name, position, body) values
  (plinth.uuid_v7(), 'role', 'admin', 1, '{"label": "Administrator", "inherits": "staff", "builtIn": true, "home": null}'),
  (plinth.uuid_v7(), 'role', 'staff', 2, '{"label": "Staff", "inherits": "user", "builtIn": true, "home": null}'),
  (plinth.uuid_v7(), 'role', 'user', 3, '{"label": "User", "inherits": "public", "builtIn": true, "home": null}'),
  (plinth.uuid_v7(), 'role', 'public', 4, '{"label": "Public", "inherits": null, "builtIn": true, "home": null}'),
  (plinth.uuid_v7(), 'menu', 'main', 0, '{"items": []}'),
  (plinth.uuid_v7(), 'settings', 'site', 0, '{
    "siteName": "Plinth", "logo": null, "theme": "default", "themeColour": "#206bc4", "mode": "auto",
    "locale": "en", "timeZone": "UTC", "signUp": false, "themeSettings": {}
  }');
