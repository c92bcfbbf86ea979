-- `notice_add` queues the event of a notification with it; a trigger guessed the event from the kind.
DROP TRIGGER IF EXISTS webhook_of_notification ON notification;
DROP FUNCTION IF EXISTS webhook_of_notification();
DROP FUNCTION IF EXISTS notification_add(uuid, text, text, jsonb, boolean);
