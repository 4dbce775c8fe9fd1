-- Rejections hold for every verified account of a mailbox, however many others were opened for it: each feed asks.
CREATE INDEX users_mailbox_verified ON users (mailbox) WHERE email_validated;
CREATE INDEX chats_rejected ON chats (initiated_by) WHERE pin_status = 'rejected';
